import { z } from 'zod'
import { ScriptedWords } from '#core/model-store/scripted'

const { id, name, family, task, classes, size, licence } = ScriptedWords.shape

export const InstallModelQuery = z.object({
  fileName: z
    .string()
    .meta({ description: 'Of the file in the body: `.onnx`, or `.zip` for a model of several files' }),
  id: id.meta({ description: 'Under which it is asked for, such as `cups/1`; made of the file name when absent' }),
  name: name.meta({ description: 'What people call it' }),
  family: family.meta({ description: 'Where the tensors fit several' }),
  task: task.meta({ description: 'Where the network serves several' }),
  classes: classes.meta({ description: 'Names in the order of training, separated by commas', type: 'string' }),
  size: size.meta({ description: 'Of the training images, such as `640x640`, where nothing tells it' }),
  licence,
})
