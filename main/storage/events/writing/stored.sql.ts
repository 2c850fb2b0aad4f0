/** Tests whether the column `body` contains an event, in the sense of `storedEvent`. */
export const IS_STORED_EVENT = "(json_valid(body) AND substr(body, 1, 1) = '{')"
