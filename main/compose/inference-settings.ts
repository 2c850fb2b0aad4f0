/** An operator's settings of inference, by the names that such servers have for them. */
export interface InferenceSettings {
  /** `ALLOW_ORIGINS`: pages of these origins may use the inference server; `*` stands for all. None where it is not set. */
  readonly allowedOrigins: readonly string[]
  /** `DISABLE_SAM2_LOGITS_CACHE`, `DISABLE_SAM3_LOGITS_CACHE`: masks are never refined from those before. */
  readonly keepsLogits: { readonly sam2: boolean; readonly sam3: boolean }
  /** `SAM3_3D_SIDECAR_URL`: where objects are rebuilt in three dimensions. */
  readonly reconstructionUrl: string | undefined
  /** `MODEL_MIRROR_URL`: where models are fetched from instead of their own hosts. */
  readonly modelMirror: string | undefined
}

export function inferenceSettings(environment: Readonly<Record<string, string | undefined>>): InferenceSettings {
  const origins = (environment['ALLOW_ORIGINS'] ?? '').split(',').map((origin) => origin.trim())
  const isOn = (name: string) => /^(?:true|1|yes|on)$/i.test(environment[name]?.trim() ?? '')
  return {
    allowedOrigins: origins.filter((origin) => origin !== ''),
    keepsLogits: { sam2: !isOn('DISABLE_SAM2_LOGITS_CACHE'), sam3: !isOn('DISABLE_SAM3_LOGITS_CACHE') },
    reconstructionUrl: addressIn(environment, 'SAM3_3D_SIDECAR_URL'),
    modelMirror: addressIn(environment, 'MODEL_MIRROR_URL'),
  }
}

function addressIn(environment: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const text = environment[name]?.trim()
  if (!text) return undefined
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text
  throw new Error(`${name} must be the address of a server, such as http://127.0.0.1:9010`)
}
