import * as fc from 'fast-check'

/** Runs before every test file: property tests draw from the seed that the run has printed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['TESSERA_SEED']) })
