import { invalidRequest } from '../../core/errors.ts'
import { isStorable, NOT_STORABLE } from '../../core/storable-text.ts'

/** Throws `request.invalid` if a text among the parameters of a statement cannot be stored, and so cannot be found either. */
export function requireStorable(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (typeof value === 'string' && !isStorable(value)) throw invalidRequest(`a text ${NOT_STORABLE}`)
  }
}
