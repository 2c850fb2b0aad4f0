import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
/** One entry of a ZIP file as its directory tells of it. Nothing of it is to be believed. */
export interface ZipEntry {
  /** Place in the directory, from 0. */
  readonly index: number
  /** As the archive spells it, with `/`. */
  readonly path: string
  /** Unpacked size; reading fails when there is more or less. */
  readonly bytes: number
  readonly kind: 'file' | 'folder' | 'link' | 'special'
  readonly isEncrypted: boolean
  /** Stored or deflated; other ways of packing are not read. */
  readonly isPackedPlainly: boolean
}

/** A ZIP file whose directory was read. */
export interface OpenedZip {
  readonly entries: readonly ZipEntry[]
  /** Of the archive itself. */
  readonly packedBytes: number
  /** The unpacked bytes, checked against size and checksum. Throws `ZipEntryError` where they are damaged. */
  read(entry: ZipEntry): AsyncIterable<Uint8Array>
  readText(entry: ZipEntry): Promise<string>
  close(): void
}

export class ZipEntryError extends Error {
  override readonly name = 'ZipEntryError'
  readonly fault: Message

  constructor(fault: Message, options?: ErrorOptions) {
    super(sentenceOf(fault), options)
    this.fault = fault
  }
}
