//! A region of bytes that holds sections of different element types: what a layout with mixed types is stored in.

use super::device::DeviceBuffer;
use super::view::{DeviceSlice, DeviceSliceMut};
use crate::device::Device;
use crate::dtype::{DataType, ElementType};
use crate::error::{Error, Result};

/// Sections begin at multiples of so many bytes: the unit in which kernels move memory.
const ALIGNMENT: usize = 32;

/// A run of elements of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The type of its elements.
    pub element: ElementType,
    /// Number of elements.
    pub len: usize,
}

impl Section {
    /// A section of `len` elements of a type.
    pub fn of<T: DataType>(len: usize) -> Self {
        Self { element: T::ELEMENT, len }
    }

    fn bytes(&self) -> Option<usize> {
        self.len.checked_mul(self.element.bytes())
    }
}

/// An owned region of device memory with sections of any element types, one behind the other.
///
/// It is ordered as one, whichever section an operation touches: [`split`](Self::split) makes each a region of its own.
#[derive(Debug)]
pub struct FlatBuffer {
    bytes: DeviceBuffer<u8>,
    /// Each with the byte where it begins.
    sections: Vec<(usize, Section)>,
}

impl Device {
    /// Allocates sections one behind the other, each at a multiple of 32 bytes. The content is undefined until something is queued
    /// that writes it.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) with the bytes asked for and free.
    #[doc(alias = "aclrtMalloc")]
    pub fn alloc_flat(&self, sections: &[Section]) -> Result<FlatBuffer> {
        let (sections, end) = place(sections)?;
        Ok(FlatBuffer { bytes: self.alloc(end)?, sections })
    }
}

/// Where sections begin, and where the last ends.
fn place(sections: &[Section]) -> Result<(Vec<(usize, Section)>, usize)> {
    let mut end = 0_usize;
    let mut placed = Vec::with_capacity(sections.len());
    for &section in sections {
        let start = end.checked_next_multiple_of(ALIGNMENT);
        let next = start.zip(section.bytes()).and_then(|(start, bytes)| Some((start, start.checked_add(bytes)?)));
        let Some((start, next)) = next else {
            let found = format!("{} elements of {} do not fit an address", section.len, section.element);
            return Err(Error::invalid("Device::alloc_flat", found));
        };
        placed.push((start, section));
        end = next;
    }
    Ok((placed, end))
}

impl FlatBuffer {
    /// The sections, in order.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = Section> + '_ {
        self.sections.iter().map(|&(_, section)| section)
    }

    /// The byte where a section begins; `None` when there is no such section.
    pub fn offset(&self, section: usize) -> Option<usize> {
        self.sections.get(section).map(|&(start, _)| start)
    }

    /// Size in bytes, with what lies between sections.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The device the memory is on.
    pub fn device(&self) -> &Device {
        self.bytes.device()
    }

    /// All bytes, to be read by an operation.
    pub fn as_bytes(&self) -> DeviceSlice<'_, u8> {
        self.bytes.as_slice()
    }

    /// All bytes, to be written by an operation.
    pub fn as_bytes_mut(&mut self) -> DeviceSliceMut<'_, u8> {
        self.bytes.as_mut_slice()
    }

    /// A section, to be read by an operation.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such section, or its elements are of another
    /// type.
    pub fn view<T: DataType>(&self, section: usize) -> Result<DeviceSlice<'_, T>> {
        let (start, len) = self.find::<T>("FlatBuffer::view", section)?;
        self.bytes.as_slice().slice(start..start + len * size_of::<T>())?.cast()
    }

    /// A section, to be written by an operation.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub fn view_mut<T: DataType>(&mut self, section: usize) -> Result<DeviceSliceMut<'_, T>> {
        let (start, len) = self.find::<T>("FlatBuffer::view_mut", section)?;
        self.bytes.as_mut_slice().slice(start..start + len * size_of::<T>())?.cast()
    }

    /// Makes each section a buffer of its own. They share the memory, which is freed when the last is gone, but are ordered
    /// independently.
    ///
    /// # Errors
    /// None that can happen: the sections lie inside.
    pub fn split(self) -> Result<Vec<FlatBuffer>> {
        let Self { bytes, sections } = self;
        let starts = sections.iter().map(|&(start, _)| start);
        let ends = starts.clone().skip(1).chain([bytes.len()]);
        let lengths: Vec<usize> = starts.zip(ends).map(|(start, end)| end - start).collect();
        let parts = if lengths.is_empty() { Vec::new() } else { bytes.split(&lengths)? };
        Ok(parts
            .into_iter()
            .zip(sections)
            .map(|(bytes, (_, section))| FlatBuffer { bytes, sections: vec![(0, section)] })
            .collect())
    }

    /// The one section as a buffer of its type.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there are several, or the elements are of another type.
    pub fn into_typed<T: DataType>(self) -> Result<DeviceBuffer<T>> {
        if self.sections.len() != 1 {
            let found = format!("the buffer has {} sections", self.sections.len());
            return Err(Error::invalid("FlatBuffer::into_typed", found).with_hint("split it first"));
        }
        let (_, len) = self.find::<T>("FlatBuffer::into_typed", 0)?;
        Ok(self.bytes.cast(len))
    }

    /// Where a section of a type begins, in bytes, and how many elements it has.
    fn find<T: DataType>(&self, operation: &'static str, section: usize) -> Result<(usize, usize)> {
        let Some(&(start, found)) = self.sections.get(section) else {
            let found = format!("section {section} was asked for, of {}", self.sections.len());
            return Err(Error::invalid(operation, found));
        };
        if found.element != T::ELEMENT {
            let found = format!("section {section} holds {}, {} was asked for", found.element, T::ELEMENT);
            return Err(Error::invalid(operation, found));
        }
        Ok((start, found.len))
    }
}
