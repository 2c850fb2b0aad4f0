import type { ShellPorts } from '../ports.ts'

type StartedParts = Pick<
  ShellPorts,
  | 'segmentWorker'
  | 'renderWorker'
  | 'tileProcess'
  | 'datasetProcess'
  | 'eventThread'
  | 'checkThread'
  | 'modelHost'
  | 'providerProbe'
>

/**
 * Where a bundle keeps the workers and processes that are started by their path: beside `base`, the address of the bundle's own file. Sources that run
 * as they are start others of their kind.
 */
export function bundledParts(base: string): StartedParts {
  if (base.endsWith('.ts')) return {}
  return {
    segmentWorker: new URL('./segment-worker.mjs', base),
    renderWorker: new URL('./render-worker.mjs', base),
    tileProcess: new URL('./tile-process.mjs', base),
    eventThread: new URL('./event-thread.mjs', base),
    checkThread: new URL('./check-thread.mjs', base),
    datasetProcess: new URL('./dataset-process.mjs', base),
    modelHost: new URL('./model-host.mjs', base),
    providerProbe: new URL('./provider-probe.mjs', base),
  }
}
