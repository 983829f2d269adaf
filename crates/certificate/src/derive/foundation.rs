//! The files that a mechanism's certificate rests on: the certificates of its kernels, and the sources whose digests it names.

use super::kernel::digests;
use crate::model::Kernel;
use crate::model::{Certificate, KernelCertificate, KernelReference, Law, Role, Source, Subject};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Part, Sources, certified, sha256};
use std::cell::OnceCell;

/// The files that mechanism certificates rest on, each read once: for a search through many settings.
pub struct Foundation<'a> {
    sources: &'a dyn Sources,
    /// In the order of [`Kernel::ALL`], with the digest of the text.
    kernels: [OnceCell<(KernelCertificate, String)>; Kernel::ALL.len()],
    /// Of the files of mechanisms with Laplace and Gaussian noise on the line, and on the plane.
    digests: [OnceCell<Vec<Source>>; 3],
}

impl<'a> Foundation<'a> {
    /// On these sources; a file is read when it is needed.
    #[must_use]
    pub fn new(sources: &'a dyn Sources) -> Self {
        Self { sources, kernels: Default::default(), digests: Default::default() }
    }

    /// The certificate of a kernel, and the digest of its text.
    pub(super) fn kernel(&self, kernel: Kernel) -> Result<&(KernelCertificate, String), Refusal> {
        let index = Kernel::ALL.iter().position(|known| *known == kernel);
        let cell = index.and_then(|index| self.kernels.get(index));
        let cell = cell.ok_or_else(|| Refusal::new("kernel", "is a black box", "use a kernel of kdelta"))?;
        read_once(cell, || {
            let (certificate, text) = kernel_certificate(kernel, self.sources)?;
            Ok((certificate, sha256(&text)))
        })
    }

    /// The certificate of a kernel as a mechanism's certificate names it.
    pub(super) fn reference(&self, role: Role, kernel: Kernel) -> Result<KernelReference, Refusal> {
        let (certificate, digest) = self.kernel(kernel)?;
        Ok(KernelReference {
            role,
            kernel,
            certificate: kernel.certificate(),
            sha256: digest.clone(),
            absolute: certificate.bound.absolute.clone(),
            relative: certificate.bound.relative.clone(),
        })
    }

    /// The digests of the files that make up a mechanism, apart from the kernels.
    pub(crate) fn digests(&self, law: &Law) -> Result<&Vec<Source>, Refusal> {
        let [laplace, gaussian, plane] = &self.digests;
        let (cell, parts): (_, &[Part]) = match law {
            Law::Laplace(_) => (laplace, &[Part::Line]),
            Law::Gaussian(_) => (gaussian, &[Part::Gaussian, Part::Line]),
            Law::PlanarLaplace(_) => (plane, &[Part::Plane]),
        };
        let paths: Vec<_> = parts.iter().flat_map(|part| certified(*part)).collect();
        read_once(cell, || digests(&paths, self.sources))
    }
}

/// What the cell holds, or what `read` gives.
fn read_once<T>(cell: &OnceCell<T>, read: impl FnOnce() -> Result<T, Refusal>) -> Result<&T, Refusal> {
    if cell.get().is_none() {
        // Nobody else can have filled it: the cell is not shared between threads.
        let _ = cell.set(read()?);
    }
    cell.get().ok_or_else(|| Refusal::new("sources", "are read recursively", REGENERATE))
}

/// The certificate of a kernel, with the text it was read from.
pub(crate) fn kernel_certificate(
    kernel: Kernel,
    sources: &dyn Sources,
) -> Result<(KernelCertificate, String), Refusal> {
    let path = kernel.certificate();
    let text = sources.read(&path)?;
    match Certificate::read(&text)?.certifies {
        Subject::Kernel(certificate) if certificate.subject.kernel == kernel => Ok((*certificate, text)),
        _ => Err(Refusal::new(path, "speaks about another subject", REGENERATE)),
    }
}
