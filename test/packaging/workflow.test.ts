import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { packagingConfig } from '../../scripts/package/config.mjs'
import { FORMATS } from '../../scripts/package/station/build.mjs'
import { targetNamed } from '../../scripts/package/station/targets.mjs'

const Step = z.object({ uses: z.string().optional(), run: z.string().optional() })
const Target = z.object({
  system: z.enum(['linux', 'mac', 'win']),
  arch: z.string(),
  station: z.string(),
  formats: z.string(),
})
const Workflow = z.object({
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.object({
    build: z.object({ strategy: z.object({ matrix: z.object({ include: z.array(Target) }) }), steps: z.array(Step) }),
    draft: z.object({ steps: z.array(Step) }),
  }),
})

const texts = readFileSync(fromRoot('.github/workflows/release.yml'), 'utf8')
const { jobs } = Workflow.parse(parse(texts))
const Checking = z.object({
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.object({ test: z.object({ steps: z.array(Step) }) }),
})
const checking = Checking.parse(parse(readFileSync(fromRoot('.github/workflows/ci.yml'), 'utf8')))
const steps = [...jobs.build.steps, ...jobs.draft.steps, ...checking.jobs.test.steps]
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')))

test('what others wrote is used at a fixed commit', () => {
  const used = steps.flatMap(({ uses }) => uses ?? [])

  expect(used.length).toBeGreaterThan(3)
  expect(used.filter((uses) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual([])
})

test('the scripts and files that they run are there', () => {
  const commands = steps.flatMap(({ run }) => run ?? []).join('\n')
  const named = [...commands.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name ?? '')
  const files = [...commands.matchAll(/\bscripts\/[\w/-]+\.mjs/g)].map(([path]) => path)

  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  expect(files.filter((path) => !existsSync(fromRoot(path)))).toEqual([])
})

test('every system and processor of the configuration is built, with its station', () => {
  const { include } = jobs.build.strategy.matrix
  const config = packagingConfig()
  const wanted = (['linux', 'mac', 'win'] as const).flatMap((system) => {
    const { target } = z.object({ target: z.array(z.object({ arch: z.array(z.string()) })) }).parse(config[system])
    return [...new Set(target.flatMap(({ arch }) => arch))].map((arch) => `${system} ${arch}`)
  })

  expect(include.map(({ system, arch }) => `${system} ${arch}`).toSorted()).toEqual(wanted.toSorted())
  expect(
    include.flatMap(({ formats }) => formats.split(' ')).filter((format) => !FORMATS.some((known) => known === format)),
  ).toEqual([])
  expect(FORMATS.filter((format) => !texts.includes(`release/*.${format}\n`))).toEqual([])
  expect(include.map(({ station, arch }) => targetNamed(station).arch === arch)).not.toContain(false)
})
