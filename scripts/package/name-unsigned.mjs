/**
 * `node scripts/package/name-unsigned.mjs FOLDER`: marks unsigned packages for macOS and Windows in their file names.
 */
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = /^(?<name>Tessera-.*)(?<extension>\.(?:dmg|zip|exe))$/

const [folder = '.'] = process.argv.slice(2)
for (const file of readdirSync(folder)) {
  const { name, extension } = PACKAGE.exec(file)?.groups ?? {}
  if (name !== undefined && !name.endsWith('-unsigned'))
    renameSync(join(folder, file), join(folder, `${name}-unsigned${extension}`))
}
