/**
 * `npm run package -- [FLAGS OF electron-builder]`: packs the desktop app, such as `--linux dir`. `-c.electronDist=FOLDER` packs the
 * Electron in a folder instead of fetching it. docs/releasing.md tells more.
 */
import { commandOf, fromRoot } from './kit/paths.mjs'
import { becomeProgram } from './kit/processes.mjs'
import { packagingConfig } from './package/config.mjs'
import { makeIcons } from './package/icons.mjs'
import { writeNotices } from './package/notices.mjs'
import { writeSbom } from './package/sbom.mjs'

/** The flag that has the packages written elsewhere. */
const OUTPUT = /^(?:-c|--config)\.directories\.output=/
const flags = process.argv.slice(2)
const output = flags.findLast((flag) => OUTPUT.test(flag))?.replace(OUTPUT, '')

await makeIcons(fromRoot('packaging/icons'))
writeNotices()
writeSbom(fromRoot(output ?? packagingConfig().directories?.output ?? 'dist'))
becomeProgram(process.execPath, [commandOf('electron-builder'), ...flags])
