export * from './any.ts'
