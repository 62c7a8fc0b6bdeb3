import { seededRandom } from '../core/seeded-random.ts'

/** What a voice agent says, 40 to 110 characters. Names and numbers make each text new to a service that caches what it spoke. */
const TEMPLATES = [
  'Good morning {name}, and thank you for calling the city library.',
  'Your table for {few} is booked on the terrace at {hour} fifteen, under the name {name}.',
  'The next train to the airport leaves from platform {few} in {many} minutes.',
  'I have found two appointments with {name}, one on {day} and one on the {nth} of May.',
  'Could you please tell me the last {few} digits of the card of {name}?',
  'There is light rain until {hour} o’clock, but on {day} it should be {many} degrees and sunny.',
  'Your parcel was handed to {name}, your neighbour at number {many}.',
  'Turn left after {many} yards, then keep to the right until you see {name} Street.',
  'The meeting with {name} has been moved to room {many} on the {nth} floor.',
  'I am sorry to hear that, {name}; let me see what I can do about order {many}.',
  'That comes to {many} dollars and forty cents, and it will arrive on {day}.',
  'Take {few} tablets with water after breakfast, and call {name} if it does not help by {day}.',
] as const

const SLOTS: Readonly<Record<string, readonly string[]>> = {
  name: ['Anna', 'Mr. Baker', 'Carla', 'Doctor Evans', 'Felix', 'Mrs. Green', 'Hannah', 'Ivan', 'Ms. Jones', 'Kevin'],
  few: ['two', 'three', 'four', 'five', 'six'],
  many: ['12', '17', '23', '28', '34', '39', '46', '52', '67', '75', '81', '94'],
  hour: ['six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  nth: ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'],
}

/** Different English texts, the same in every run. */
export function defaultTexts(count: number): readonly string[] {
  const random = seededRandom('texts')
  const texts = new Set<string>()
  for (let i = 0; texts.size < count; i++) {
    const template = TEMPLATES[i % TEMPLATES.length] as string
    texts.add(template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => pick(SLOTS[slot] ?? [], random)))
    if (i > 100 * count) break
  }
  return [...texts]
}

const pick = (choices: readonly string[], random: () => number): string =>
  choices[Math.floor(random() * choices.length)] as string
