import { useState } from 'react'

/** A value that this browser keeps. Never put keys into it. Without storage it lasts until the page is closed. */
export function useStored<T>(name: string, fallback: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readStored(name, fallback))
  return [
    value,
    (next) => {
      setValue(next)
      writeStored(name, next)
    },
  ]
}

export function readStored<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`hoarfrost.${name}`)
    return text === null ? fallback : JSON.parse(text)
  } catch {
    return fallback
  }
}

export function writeStored(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`hoarfrost.${name}`)
    else localStorage.setItem(`hoarfrost.${name}`, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden.
  }
}

/** The text, kept in this tab only: it outlasts a reload. */
export function readText(): string | null {
  try {
    return sessionStorage.getItem('hoarfrost.text')
  } catch {
    return null
  }
}

/** Null deletes it. */
export function writeText(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem('hoarfrost.text')
    else sessionStorage.setItem('hoarfrost.text', text)
  } catch {
    // Storage is full or forbidden.
  }
}
