//! AES with 256 bits of key in counter mode.

use crate::cast::low_u64;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes256Enc, Block};
use core::fmt;
use rand_core::block::{BlockRng64, BlockRngCore, CryptoBlockRng};
use rand_core::{CryptoRng, RngCore, SeedableRng};

/// How many blocks of 16 bytes are encrypted at once.
const BLOCKS: usize = 256;
/// How many times [`BLOCKS`] blocks come from one key.
const FILLS: u32 = 256;

/// Whether the processor has instructions for AES. The crate `aes` uses them where they are; without, it computes AES from
/// words of bits, as constant in time and thirty times slower.
pub(super) fn in_hardware() -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return std::arch::is_x86_feature_detected!("aes") && std::arch::is_x86_feature_detected!("sse2");
    #[cfg(target_arch = "aarch64")]
    return std::arch::is_aarch64_feature_detected!("aes");
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    return false;
}

/// AES-256 in counter mode: block number i of a key is the encryption of i, its highest byte first.
///
/// After each MiB the next two blocks become the key, and counting begins at 0 again. Blocks of one key never repeat, which n
/// blocks of independent bits do with probability below n²/2^129; so a MiB differs from such bits by at most 2^-96 even if AES is an
/// ideal permutation. And who reads the memory of the process learns no bits from before the last key; keys are wiped from memory.
#[derive(Clone, Debug)]
pub struct Aes(BlockRng64<Counter>);

#[derive(Clone)]
struct Counter {
    cipher: Aes256Enc,
    counter: u64,
    fills: u32,
}

/// Without the key.
impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter").field("fills", &self.fills).finish_non_exhaustive()
    }
}

impl Counter {
    fn new(key: [u8; 32]) -> Self {
        Self { cipher: Aes256Enc::new(&key.into()), counter: 0, fills: 0 }
    }

    /// The next blocks of this key.
    fn encrypted<const N: usize>(&mut self) -> [Block; N] {
        let mut blocks = [Block::default(); N];
        for block in &mut blocks {
            *block = u128::from(self.counter).to_be_bytes().into();
            self.counter += 1; // at most 2^16 + 2
        }
        self.cipher.encrypt_blocks(&mut blocks);
        blocks
    }
}

impl BlockRngCore for Counter {
    type Item = u64;
    type Results = Words;

    fn generate(&mut self, Words(words): &mut Words) {
        if self.fills == FILLS {
            let mut key = [0; 32];
            for (half, block) in key.chunks_exact_mut(16).zip(self.encrypted::<2>()) {
                half.copy_from_slice(&block);
            }
            *self = Self::new(key);
        }
        self.fills += 1;
        for (pair, block) in words.chunks_exact_mut(2).zip(self.encrypted::<BLOCKS>()) {
            let block = u128::from_le_bytes(block.into());
            for (word, half) in pair.iter_mut().zip([low_u64(block), low_u64(block >> 64)]) {
                *word = half;
            }
        }
    }
}

impl CryptoBlockRng for Counter {}

/// What [`BlockRng64`] hands out word by word.
#[derive(Clone, Debug)]
struct Words([u64; 2 * BLOCKS]);

impl Default for Words {
    fn default() -> Self {
        Self([0; 2 * BLOCKS])
    }
}

impl AsRef<[u64]> for Words {
    fn as_ref(&self) -> &[u64] {
        &self.0
    }
}

impl AsMut<[u64]> for Words {
    fn as_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

impl SeedableRng for Aes {
    /// The first key.
    type Seed = [u8; 32];

    fn from_seed(key: [u8; 32]) -> Self {
        Self(BlockRng64::new(Counter::new(key)))
    }
}

impl RngCore for Aes {
    #[inline]
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    #[inline]
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }
}

impl CryptoRng for Aes {}

#[cfg(test)]
mod tests {
    use super::{Aes, BLOCKS, Counter, FILLS};
    use aes::cipher::{BlockCipherEncrypt, KeyInit};
    use rand_core::{RngCore, SeedableRng};

    /// SP 800-38A, F.5.5: the first output block.
    #[test]
    fn the_cipher_is_that_of_the_standard() {
        let key = 0x603d_eb10_15ca_71be_2b73_aef0_857d_7781_u128.to_be_bytes();
        let rest = 0x1f35_2c07_3b61_08d7_2d98_10a3_0914_dff4_u128.to_be_bytes();
        let core = Counter::new([key, rest].concat().try_into().unwrap());
        let mut block = 0xf0f1_f2f3_f4f5_f6f7_f8f9_fafb_fcfd_feff_u128.to_be_bytes().into();
        core.cipher.encrypt_block(&mut block);
        assert_eq!(u128::from_be_bytes(block.into()), 0x0bdf_7df1_5917_1633_5e9a_8b15_c860_c502);
    }

    /// Block by block with the cipher alone, over three keys.
    #[test]
    fn the_stream_counts_and_changes_its_key_after_each_mebibyte() {
        let mut random = Aes::from_seed([7; 32]);
        let mut key = [7; 32];
        let per_key = u128::from(FILLS) * BLOCKS as u128;
        for _ in 0..3 {
            let cipher = aes::Aes256::new(&key.into());
            let block = |i: u128| {
                let mut block = i.to_be_bytes().into();
                cipher.encrypt_block(&mut block);
                <[u8; 16]>::from(block)
            };
            for i in 0..per_key {
                let mut bytes = [0; 16];
                if i % 2 == 0 {
                    random.fill_bytes(&mut bytes);
                } else {
                    for half in bytes.chunks_exact_mut(8) {
                        half.copy_from_slice(&random.next_u64().to_le_bytes());
                    }
                }
                assert_eq!(bytes, block(i), "{i}");
            }
            key = [block(per_key), block(per_key + 1)].concat().try_into().unwrap();
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        let shown = std::format!("{:?}", Counter::new([7; 32]));
        assert_eq!(shown, "Counter { fills: 0, .. }");
    }
}
