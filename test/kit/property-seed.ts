import * as fc from 'fast-check'

/** Run before every file of tests: what properties are tried with is drawn from the seed that the run has printed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['TESSERA_SEED']) })
