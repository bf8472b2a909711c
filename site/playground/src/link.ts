/** The whole page as a link: every field that a person can change, and back. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fields = (): ReadonlyArray<Field> => [...document.querySelectorAll<Field>('input, textarea, select')]

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')

const nameOf = (field: Field): string => (field.id === '' ? `${field.name}=${field.value}` : field.id)

export const linkOf = (): string => {
  const values = fields().map((field) => [nameOf(field), isChoice(field) ? field.checked : field.value])
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(values)))
  const address = new URL(location.href)
  address.hash = btoa(String.fromCharCode(...bytes))
  return address.href
}

/** Whether the address held a case; the fields have its values then. */
export const readLink = (): boolean => {
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(location.hash.slice(1))), (char) => char.charCodeAt(0))
    const values = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>
    const cut = document.getElementById('cut')
    // A slider that has no length yet would not keep its place.
    if (cut instanceof HTMLInputElement) cut.max = String(Number.MAX_SAFE_INTEGER)
    for (const field of fields()) {
      const value = values[nameOf(field)]
      if (isChoice(field) && typeof value === 'boolean') field.checked = value
      else if (!isChoice(field) && typeof value === 'string') field.value = value
    }
    return true
  } catch {
    return false
  }
}
