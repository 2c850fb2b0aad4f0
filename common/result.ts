/** The outcome of an act that may be refused for a reason the caller can name. Broken machines throw instead. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Refusal }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function err<Refusal>(error: Refusal): { readonly ok: false; readonly error: Refusal } {
  return { ok: false, error }
}
