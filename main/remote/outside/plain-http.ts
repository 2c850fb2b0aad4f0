const http = process.getBuiltinModule('node:http')

/** `node:http` as far as it is used here. An import of it would load its WebSocket too, which takes a tenth of the time of a start. */
export const { Agent: PlainAgent, request: requestPlain } = http
