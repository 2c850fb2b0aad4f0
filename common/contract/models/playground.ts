import { z } from 'zod'
import { Box } from '../../geometry/box.ts'
import { Ring } from '../../geometry/polygon.ts'
import { ImageRef, onMachine } from '../kit.ts'

/** Names an image or a map that the core keeps in memory for a while. */
export const HeldKey = z.string().regex(/^[0-9a-f]{32}$/)

/** An image to try a model on. */
export const TrialImage = z.discriminatedUnion('kind', [
  /** One that was sent to the core; it keeps the last few in memory. */
  z.object({ kind: z.literal('held'), key: HeldKey }),
  ImageRef.extend({ kind: z.literal('project') }),
])
export type TrialImage = z.infer<typeof TrialImage>

/** The image that was sent. Width and height are those of the image as it is displayed. */
export const HeldImage = z.object({ key: HeldKey, width: z.int(), height: z.int() })
export type HeldImage = z.infer<typeof HeldImage>

const Share = z.number().min(0).max(1)
const asked = { image: TrialImage, model: z.string() }
const Words = z.array(z.string().trim().min(1).max(200)).min(1, 'schema-nothing-to-look-for').max(100)

/** A model and what it is asked about an image. */
export const Question = z.discriminatedUnion('act', [
  z.object({ ...asked, act: z.literal('predict'), confidence: Share, overlap: Share }),
  /** Finds objects by words. */
  z.object({ ...asked, act: z.literal('ground'), words: Words, boxThreshold: Share, textThreshold: Share }),
  z.object({ ...asked, act: z.literal('read-text') }),
  /** Cuts out what points and a box, in pixels of the displayed image, lie on. */
  z.object({
    ...asked,
    act: z.literal('segment'),
    points: z.array(z.object({ x: z.number(), y: z.number(), positive: z.boolean() })).max(200),
    box: Box.optional(),
  }),
  /** Finds everything that the words say, with its outline. */
  z.object({ ...asked, act: z.literal('concept'), words: Words, threshold: Share }),
  /** How well words fit the image. */
  z.object({ ...asked, act: z.literal('compare'), words: Words }),
])
export type Question = z.infer<typeof Question>

const ClassScore = z.object({ className: z.string(), classIndex: z.int(), confidence: z.number() })
export type ClassScore = z.infer<typeof ClassScore>

const FoundKeypoint = z.object({
  x: z.number(),
  y: z.number(),
  confidence: z.number(),
  index: z.int(),
  name: z.string(),
})

const FoundObject = ClassScore.extend({
  box: Box,
  /** Corners of the turned box, where the model turns them. */
  corners: Ring.optional(),
  outlines: z.array(Ring).readonly().optional(),
  keypoints: z.array(FoundKeypoint).readonly().optional(),
})
export type FoundObject = z.infer<typeof FoundObject>

/** Answer of a model. Coordinates are pixels of the displayed image. */
export const Finding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('objects'), objects: z.array(FoundObject).readonly() }),
  /** Best first: of one class for the image, or of any number of classes. */
  z.object({ kind: z.literal('classes'), scores: z.array(ClassScore).readonly() }),
  z.object({
    kind: z.literal('map'),
    /** Address of an 8-bit gray PNG whose values are places in `classNames`. */
    url: z.string(),
    classNames: z.array(z.string()).readonly(),
    present: z.array(z.int()).readonly(),
  }),
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    words: z.array(z.object({ text: z.string(), box: Box, confidence: z.number() })).readonly(),
    engine: z.string(),
  }),
  z.object({
    kind: z.literal('masks'),
    /** Every guess, best first. */
    masks: z.array(z.object({ confidence: z.number(), rings: z.array(Ring).readonly() })).readonly(),
  }),
  /** Cosine similarity of each of the words. */
  z.object({
    kind: z.literal('likeness'),
    scores: z.array(z.object({ words: z.string(), similarity: z.number() })).readonly(),
  }),
])
export type Finding = z.infer<typeof Finding>

export const Answered = z.object({
  finding: Finding,
  /** Time spent waiting for the model. */
  seconds: z.number(),
  /** How much of that the model took to load, when it had to. */
  coldSeconds: z.number().nullable(),
  /** Seconds by stage. */
  stages: z.record(z.string(), z.number()),
})
export type Answered = z.infer<typeof Answered>

export const playgroundContract = {
  ask: onMachine.input(Question).output(Answered),
}
