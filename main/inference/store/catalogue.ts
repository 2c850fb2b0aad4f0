import { z } from 'zod'
import { CatalogueEntry } from '#common/inference/catalogue'
import { isPlainCode } from '#common/messages/catalogue'
import clipVitB16 from '#native-models/catalogue/clip-vit-b-16' with { type: 'json' }
import doctrDefault from '#native-models/catalogue/doctr-default' with { type: 'json' }
import doctrLight from '#native-models/catalogue/doctr-light' with { type: 'json' }
import groundingDinoTiny from '#native-models/catalogue/grounding-dino-tiny' with { type: 'json' }
import mobileSam from '#native-models/catalogue/mobile-sam' with { type: 'json' }
import perceptionEncoderB16224 from '#native-models/catalogue/perception-encoder-b16-224' with { type: 'json' }
import perceptionEncoderL14336 from '#native-models/catalogue/perception-encoder-l14-336' with { type: 'json' }
import rfdetrNano from '#native-models/catalogue/rfdetr-nano' with { type: 'json' }
import rfdetrSegNano from '#native-models/catalogue/rfdetr-seg-nano' with { type: 'json' }
import sam2HieraBPlus from '#native-models/catalogue/sam2-hiera-b-plus' with { type: 'json' }
import sam2HieraLarge from '#native-models/catalogue/sam2-hiera-large' with { type: 'json' }
import sam2HieraSmall from '#native-models/catalogue/sam2-hiera-small' with { type: 'json' }
import sam2HieraTiny from '#native-models/catalogue/sam2-hiera-tiny' with { type: 'json' }
import sam2HieraTinyRefining from '#native-models/catalogue/sam2-hiera-tiny-refining' with { type: 'json' }
import sam3Concept from '#native-models/catalogue/sam3-concept' with { type: 'json' }
import sam3Tracker from '#native-models/catalogue/sam3-tracker' with { type: 'json' }

/** Every public model that can be fetched, in the order in which they are shown. */
export const MODEL_CATALOGUE: readonly CatalogueEntry[] = z
  .array(CatalogueEntry.refine(({ description }) => isPlainCode(description), 'has a description without a message'))
  .parse([
    rfdetrNano,
    rfdetrSegNano,
    sam2HieraTiny,
    sam2HieraTinyRefining,
    sam2HieraSmall,
    sam2HieraBPlus,
    sam2HieraLarge,
    mobileSam,
    sam3Tracker,
    sam3Concept,
    groundingDinoTiny,
    clipVitB16,
    perceptionEncoderB16224,
    perceptionEncoderL14336,
    doctrDefault,
    doctrLight,
  ])
