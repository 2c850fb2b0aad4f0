import type { FamilyWish, ModelWish } from '#core/models/inference/choice'

/** The model or version named in a request to a family of models. */
interface Named {
  /** `model_id`: exactly this model. */
  readonly modelId?: string | undefined
  /** The version of the family. */
  readonly version?: string | undefined
}

/** Requires the named version, because embeddings of different models cannot be compared. */
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

/** Accepts any installed version, because clients send one by default. */
export function sam2Wish({ modelId, version = 'hiera_large' }: Named): ModelWish {
  return wish(modelId, { families: ['sam'], usual: `sam2/${version}`, mayBeOther: true })
}

export function sam3Wish({ modelId }: Named): ModelWish {
  return wish(modelId, { families: ['sam'], usual: 'sam3/sam3_interactive', mayBeOther: true })
}

/** The id that clients send for concepts, by default or by choice. */
export const CONCEPT_MODEL = 'sam3/sam3_final'

export function conceptWish({ modelId }: Named): ModelWish {
  const chosen = modelId === CONCEPT_MODEL ? undefined : modelId
  return wish(chosen, { families: ['sam3-concept'], usual: CONCEPT_MODEL, mayBeOther: true })
}

export function ocrWish({ modelId, version = 'default' }: Named): ModelWish {
  return wish(modelId, { families: ['doctr', 'pp-ocr', 'tesseract'], usual: `doctr/${version}`, mayBeOther: true })
}

/** Does the same for requests to PP-OCR, which takes precedence where it is installed. */
export function ppOcrWish({ modelId, version = 'default' }: Named): ModelWish {
  return wish(modelId, { families: ['pp-ocr', 'doctr', 'tesseract'], usual: `pp-ocr/${version}`, mayBeOther: true })
}

function wish(modelId: string | undefined, family: Omit<FamilyWish, 'kind'>): ModelWish {
  return modelId ? { kind: 'named', id: modelId } : { kind: 'family', ...family }
}
