/** Whether the column `body` holds the text of an event, as `storedEvent` sees it. */
export const IS_STORED_EVENT = "(json_valid(body) AND substr(body, 1, 1) = '{')"
