type Headers = Readonly<Record<string, string>>

export const bearer = (apiKey: string): Headers => (apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` })

/** A header of the service's own, left out if there is no key. */
export const keyHeader = (name: string, apiKey: string): Headers => (apiKey === '' ? {} : { [name]: apiKey })
