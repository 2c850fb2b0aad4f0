/** As many bytes as were announced: more would be read as the answer to the next request of the page. */
export async function* exactly(body: AsyncIterable<Uint8Array>, length: number | undefined) {
  let passed = 0
  for await (const chunk of body) {
    passed += chunk.byteLength
    if (length !== undefined && passed > length) break
    yield chunk
  }
  if (length !== undefined && passed !== length)
    throw new Error('A file of the other machine has another length than announced')
}
