/**
 * `npm run package:station -- [--target linux-x64] [--format tar.gz|zip|deb] [--out FOLDER] [--level 0-9]`: packs the station with its own
 * Node. The packages of the target must be installed.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { canRunTessera, NODE_NEEDED } from './kit/node.mjs'
import { fromRoot } from './kit/paths.mjs'

try {
  if (!canRunTessera(process.versions.node)) throw new Error(NODE_NEEDED)
  const { FORMATS, packStation } = await import('./package/station/build.mjs')
  const { targetNamed } = await import('./package/station/targets.mjs')
  const { target: name, format, out, level } = flags()
  const target = targetNamed(name)
  const known = FORMATS.find((one) => one === (format ?? (target.system === 'win32' ? 'zip' : 'tar.gz')))
  if (known === undefined) throw new Error(`The formats are ${FORMATS.join(', ')}`)
  console.log(await packStation({ target, format: known, out: resolve(out), level: levelOf(level) }))
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure)
  process.exitCode = 1
}

function flags() {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = {
    target: text,
    format: text,
    out: { ...text, default: fromRoot('release') },
    level: { ...text, default: '6' },
  }
  return parseArgs({ options }).values
}

/** @param {string} text */
function levelOf(text) {
  if (/^\d$/.test(text)) return Number(text)
  throw new Error('--level must be a digit from 0 to 9')
}
