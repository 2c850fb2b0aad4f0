/** Tesseract as WebAssembly, as far as it is used here: the package has no types of its own. */
declare module 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js' {
  /** Reads the program from the file beside its script. */
  export default function openCore(): Promise<Core>

  interface Core {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
    readonly TessBaseAPI: new () => Tesseract
  }

  interface Tesseract {
    /** Reads `LANGUAGE.traineddata` of the folder; answers -1 when it cannot. */
    Init(folder: null, language: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    /** Takes what was written as `/input`; answers 1 when it is no image. */
    SetImageFile(): number
    Recognize(monitor: null): number
    GetJSONText(): string
  }
}
