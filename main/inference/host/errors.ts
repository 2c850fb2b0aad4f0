/** A network could not be loaded or did not run. */
export class ModelRunError extends Error {
  override readonly name = 'ModelRunError'
  readonly code = 'model-broken'
}
