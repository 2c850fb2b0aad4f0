import { CatalogueEntry } from '#common/inference/catalogue'
import { modelStation } from './model-station.ts'

/**
 * A process that downloads a model into a library and reports when it has started, in order to be killed. Arguments:
 * the folder, a mirror, a catalogue entry.
 */
const [folder = '', mirror = '', entry = ''] = process.argv.slice(2)
const catalogue = [CatalogueEntry.parse(JSON.parse(entry))]
const station = await modelStation({ folder, mirror, catalogue })
const begun = await station.store.fetch(station.workspace, catalogue[0]?.id ?? '', false)
process.stdout.write(begun.ok ? 'started\n' : `${begun.error.message}\n`)
