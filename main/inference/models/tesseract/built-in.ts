import type { InstalledModel } from '#core/models/inference/ports'

/** The reader of text that is there before any model is installed. It has no files of its own: a package brings its data along. */
export const builtInOcr: InstalledModel = {
  folder: '',
  manifest: {
    format: 1,
    id: 'tesseract/eng',
    name: 'Tesseract, English',
    task: 'ocr',
    family: 'tesseract',
    layout: 'lstm',
    files: {},
    licence: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    source: 'comes with Tessera',
    classNames: [],
    addedAt: '2026-01-01T00:00:00Z',
  },
}
