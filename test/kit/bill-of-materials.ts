import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { z } from 'zod'
import { fromRoot } from '../../scripts/kit/paths.mjs'

/** The parts of a bill of materials that tests read. */
export const Bill = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string(), 'bom-ref': z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** Returns violations of the official CycloneDX 1.6 schema. */
export function faultsOfBill(bill: unknown): string[] {
  // Its formats are for addresses, which our bills do not contain.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const isValid = ajv.compile(schema('bom-1.6'))
  return isValid(bill) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function schema(name: string): object {
  const path = fromRoot('node_modules/@cyclonedx/cyclonedx-library/res/schema', `${name}.SNAPSHOT.schema.json`)
  return z.looseObject({}).parse(JSON.parse(readFileSync(path, 'utf8')))
}
