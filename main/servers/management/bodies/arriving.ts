/** A request for an upload as it arrives: fields may still come while the bytes are read, as forms put them in any order. */
export interface ArrivingUpload {
  /** Values of each field in the order they came. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** The file, or undefined where the request holds words only. */
  readonly file: ArrivingFile | undefined
}

export interface ArrivingFile {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Name of the file in the form; empty where it has none. */
  readonly name: string
}
