import { expect, onTestFinished, test } from 'vitest'
import { newProject, uploadLabelled } from '../../kit/dataset.ts'
import { changeRows } from '../../kit/library-rows.ts'
import { testStation } from '../../kit/station.ts'

const damaged = (what: string) => ({ error: expect.stringMatching(`^${what} is damaged in the database`) })

async function labelled() {
  const station = await testStation()
  onTestFinished(() => station.close())
  const project = await newProject(station)
  return { station, project, image: await uploadLabelled(station, project) }
}

test.for(['100000000', '1e12', '1e308'])(
  'a label that reaches to %s is damaged: the drawing leaves it out, and the image is named',
  async (far) => {
    const { station, project, image } = await labelled()
    changeRows(station.database, `UPDATE shape SET geometry = '{"x0":1,"y0":1,"x1":${far},"y1":5}'`)
    changeRows(station.database, "UPDATE project SET annotation_group = 'things'")
    const drawn = await station.management.get(`/acme/${image}/annotation-things.png`)
    expect(drawn).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    const read = await station.management.get(`/acme/${project}/images/${image}`)
    expect([read.status, read.body]).toEqual([500, damaged('The image .*')])
  },
)
