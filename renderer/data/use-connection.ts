import { useStore } from 'zustand'
import { type ConnectionState, connection } from './connection.ts'

export function useConnection(): ConnectionState {
  return useStore(connection)
}
