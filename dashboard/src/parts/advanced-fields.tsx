import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import type { Model } from '../api/types.ts'

type Value = string | number | boolean

interface Field {
  readonly name: string
  readonly models: readonly Model[]
  readonly label: string
  readonly description: string
  readonly fallback: Value
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** What the field is set to by a switch, which leaves it out if it is off. */
  readonly onlyValue?: string
}

const LARGE: readonly Model[] = ['coda', 'arcana']
const MIST: readonly Model[] = ['mistv3', 'mistv2']

const FIELDS: readonly Field[] = [
  {
    name: 'lang',
    models: [...LARGE, ...MIST],
    label: 'Detect the language of each sentence',
    description: 'If off, the whole text is read in the language of the voice',
    fallback: '',
    onlyValue: 'auto',
  },
  {
    name: 'temperature',
    models: LARGE,
    label: 'Temperature',
    description: 'Variation of pitch and timing, 0 to 2; 0 gives the same audio every time',
    fallback: 0.5,
    min: 0,
    max: 2,
    step: 0.1,
  },
  {
    name: 'top_p',
    models: LARGE,
    label: 'Top p',
    description: 'Above 0, at most 1; below 1 leaves out rare variations',
    fallback: 1,
    min: 0.01,
    max: 1,
    step: 0.05,
  },
  {
    name: 'repetition_penalty',
    models: LARGE,
    label: 'Repetition penalty',
    description: '0.1 to 5; above 1 makes neighbouring phrases differ',
    fallback: 1.5,
    min: 0.1,
    max: 5,
    step: 0.1,
  },
  {
    name: 'max_tokens',
    models: LARGE,
    label: 'Max tokens',
    description: 'Maximum length of a segment, 200 to 5000 tokens of 12 ms',
    fallback: 1200,
    min: 200,
    max: 5000,
    step: 100,
  },
  {
    name: 'pauseBetweenBrackets',
    models: MIST,
    label: 'Pauses in brackets',
    description: '<500> is a pause of 500 ms',
    fallback: false,
  },
  {
    name: 'phonemizeBetweenBrackets',
    models: MIST,
    label: 'Phonemes in braces',
    description: '{h0El1o} is read as phonemes',
    fallback: false,
  },
  {
    name: 'inlineSpeedAlpha',
    models: MIST,
    label: 'Speed of words in [ ]',
    description: 'Comma-separated numbers',
    fallback: '',
  },
  {
    name: 'noTextNormalization',
    models: ['mistv2'],
    label: 'No text normalization',
    description: 'Leaves numbers to the engine',
    fallback: false,
  },
  {
    name: 'saveOovs',
    models: ['mistv2'],
    label: 'Save unknown words',
    description: 'Lists them for the operator',
    fallback: false,
  },
]

export const isAdvancedField = (name: string): boolean => FIELDS.some((field) => field.name === name)

export const isAdvancedFieldOf = (model: Model, name: string): boolean =>
  FIELDS.some((field) => field.name === name && field.models.includes(model))

/** The fields that a model reads, where those of `without` are not read. */
export const fieldsOfModel = (
  model: Model,
  values: Readonly<Record<string, Value>>,
  without: readonly string[] = [],
): Record<string, Value> =>
  Object.fromEntries(
    FIELDS.flatMap(({ name, models }) =>
      models.includes(model) && !without.includes(name) && values[name] !== undefined ? [[name, values[name]]] : [],
    ),
  )

interface AdvancedProps {
  readonly model: Model
  readonly values: Readonly<Record<string, Value>>
  readonly onChange: (values: Readonly<Record<string, Value>>) => void
  /** Names of fields that are not read here. */
  readonly without?: readonly string[]
  /** By the names of fields. */
  readonly errors?: Readonly<Record<string, string>> | undefined
}

/** Fields of the model beyond its speed. Those with default values are left out of `values`. */
export function AdvancedFields({ model, values, onChange, without = [], errors = {} }: AdvancedProps) {
  const set = ({ name, fallback }: Field, value: Value) => {
    const { [name]: _, ...others } = values
    onChange(value === fallback || value === '' ? others : { ...others, [name]: value })
  }
  return (
    <div className="stack">
      {FIELDS.filter(({ name, models }) => models.includes(model) && !without.includes(name)).map((field) => {
        const { name, label, description, fallback, min, max, step, onlyValue } = field
        const value = values[name] ?? fallback
        if (typeof value === 'boolean' || onlyValue !== undefined) {
          return (
            <Switch
              key={name}
              label={label}
              description={description}
              error={errors[name]}
              checked={value === (onlyValue ?? true)}
              onChange={(event) => set(field, event.currentTarget.checked ? (onlyValue ?? true) : fallback)}
            />
          )
        }
        if (typeof fallback === 'string') {
          return (
            <TextInput
              key={name}
              label={label}
              description={description}
              error={errors[name]}
              value={`${value}`}
              onChange={(event) => set(field, event.currentTarget.value)}
            />
          )
        }
        return (
          <NumberInput
            key={name}
            label={label}
            description={description}
            error={errors[name]}
            value={value}
            min={min as number}
            max={max as number}
            step={step as number}
            allowDecimal={name !== 'max_tokens'}
            clampBehavior="blur"
            onChange={(number) => set(field, number)}
          />
        )
      })}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onChange({})}
        disabled={Object.keys(values).length === 0}
      >
        Reset to the defaults
      </Button>
    </div>
  )
}
