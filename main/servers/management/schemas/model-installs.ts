import { z } from 'zod'
import { ScriptedWords } from '#core/models/store/scripted'

const { id, name, family, task, classes, size, licence } = ScriptedWords.shape

export const InstallModelQuery = z.object({
  fileName: z
    .string()
    .meta({ description: 'Of the file in the body: `.onnx`, or `.zip` for a model of several files' }),
  id: id.meta({ description: 'Model id, such as `cups/1`. Default: derived from the file name' }),
  name: name.meta({ description: 'Display name' }),
  family: family.meta({ description: 'Model family. Required if the network matches several' }),
  task: task.meta({ description: 'Task. Required if the network supports several' }),
  classes: classes.meta({ description: 'Names in the order of training, separated by commas', type: 'string' }),
  size: size.meta({ description: 'Size of the training images, such as `640x640`. Required if it cannot be detected' }),
  licence,
})
