import { Agent, request } from 'node:http'

/** Sends a finished body and returns the text of the answer; rejects on any status except 200. */
export type Sender = (path: string, body: Buffer) => Promise<string>

/** A minimal client over keep-alive connections, so that a figure measures the server and not its client. */
export function senderTo(url: string, type: string): Sender {
  const agent = new Agent({ keepAlive: true })
  return (path, body) =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': type, 'content-length': body.length }
      const sent = request(`${url}${path}`, { method: 'POST', headers, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          if (response.statusCode === 200) resolve(text)
          else reject(new Error(`The server answers ${response.statusCode}: ${text}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
}
