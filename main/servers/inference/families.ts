import type { FamilyWish, ModelWish } from '#core/models/inference/choice'

/** The model or version that a request over a family of models names. */
interface Named {
  /** `model_id`: that model and no other. */
  readonly modelId?: string | undefined
  /** The version of the family. */
  readonly version?: string | undefined
}

/** Embeddings of two models cannot be compared, so a version that is named is the one that answers. */
export function clipWish({ modelId, version }: Named): ModelWish {
  return wish(modelId, {
    families: ['clip'],
    usual: `clip/${version ?? 'ViT-B-16'}`,
    mayBeOther: version === undefined,
  })
}

export function perceptionWish({ modelId, version }: Named): ModelWish {
  return wish(modelId, {
    families: ['perception-encoder'],
    usual: `perception_encoder/${version ?? 'PE-Core-L14-336'}`,
    mayBeOther: version === undefined,
  })
}

export function groundingWish({ modelId, version }: Named): ModelWish {
  return wish(modelId, {
    families: ['grounding-dino'],
    usual: `grounding_dino/${version ?? 'default'}`,
    mayBeOther: version === undefined,
  })
}

/** Clients name a version of their own accord, so any installed one of the family serves. */
export function sam2Wish({ modelId, version = 'hiera_large' }: Named): ModelWish {
  return wish(modelId, { families: ['sam'], usual: `sam2/${version}`, mayBeOther: true })
}

export function sam3Wish({ modelId }: Named): ModelWish {
  return wish(modelId, { families: ['sam'], usual: 'sam3/sam3_interactive', mayBeOther: true })
}

/** The id that clients send for concepts, whether somebody chose it or not. */
export const CONCEPT_MODEL = 'sam3/sam3_final'

export function conceptWish({ modelId }: Named): ModelWish {
  const chosen = modelId === CONCEPT_MODEL ? undefined : modelId
  return wish(chosen, { families: ['sam3-concept'], usual: CONCEPT_MODEL, mayBeOther: true })
}

export function ocrWish({ modelId, version = 'default' }: Named): ModelWish {
  return wish(modelId, { families: ['doctr', 'pp-ocr', 'tesseract'], usual: `doctr/${version}`, mayBeOther: true })
}

/** The same for requests that name PP-OCR, which reads before the others where it is installed. */
export function ppOcrWish({ modelId, version = 'default' }: Named): ModelWish {
  return wish(modelId, { families: ['pp-ocr', 'doctr', 'tesseract'], usual: `pp-ocr/${version}`, mayBeOther: true })
}

function wish(modelId: string | undefined, family: Omit<FamilyWish, 'kind'>): ModelWish {
  return modelId ? { kind: 'named', id: modelId } : { kind: 'family', ...family }
}
