import { CatalogueEntry } from '#common/inference/catalogue'
import { modelStation } from './model-station.ts'

/** A process that fetches a model into a library and says when it began: the folder, a mirror, an entry of a catalogue. It is there to be killed. */
const [folder = '', mirror = '', entry = ''] = process.argv.slice(2)
const catalogue = [CatalogueEntry.parse(JSON.parse(entry))]
const station = await modelStation({ folder, mirror, catalogue })
const begun = await station.store.fetch(station.workspace, catalogue[0]?.id ?? '', false)
process.stdout.write(begun.ok ? 'started\n' : `${begun.error.message}\n`)
