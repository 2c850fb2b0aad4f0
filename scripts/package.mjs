/**
 * `npm run package -- [FLAGS OF electron-builder]`: packs the desktop app, for example with `--linux dir`.
 * `-c.electronDist=FOLDER` uses a local Electron instead of downloading it. See docs/releasing.md.
 */
import { commandOf, fromRoot } from './kit/paths.mjs'
import { becomeProgram } from './kit/processes.mjs'
import { packagingConfig } from './package/config.mjs'
import { makeIcons } from './package/icons.mjs'
import { writeNotices } from './package/notices.mjs'
import { writeSbom } from './package/sbom.mjs'

/** The flag that sets another output folder. */
const OUTPUT = /^(?:-c|--config)\.directories\.output=/
const flags = process.argv.slice(2)
const output = flags.findLast((flag) => OUTPUT.test(flag))?.replace(OUTPUT, '')

await makeIcons(fromRoot('packaging/icons'))
writeNotices()
writeSbom(fromRoot(output ?? packagingConfig().directories?.output ?? 'dist'))
becomeProgram(process.execPath, [commandOf('electron-builder'), ...flags])
