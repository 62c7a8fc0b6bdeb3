import { fetchKokoro, fetchPiper, fetchRecognizer } from './fetched-packs.ts'

/** Fetches what several files of tests need, which would otherwise fetch it at the same time, into the same folders. */
export function setup(): void {
  fetchKokoro()
  fetchPiper()
  fetchRecognizer()
}
