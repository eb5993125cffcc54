import { useState } from 'react'
import { Checkbox } from '../../src/ui/checkbox'
import { CodeField } from '../../src/ui/code-field'
import { ColorField } from '../../src/ui/color-field'
import { ComboBox } from '../../src/ui/combo-box'
import { DateField } from '../../src/ui/date-field'
import { FileDrop } from '../../src/ui/file-drop'
import { MonthCalendar } from '../../src/ui/month-calendar'
import { PasswordField } from '../../src/ui/password-field'
import { SearchField } from '../../src/ui/search-field'
import { Segmented } from '../../src/ui/segmented'
import { Select } from '../../src/ui/select'
import { Switch } from '../../src/ui/switch'
import { TagInput } from '../../src/ui/tag-input'
import { TextArea } from '../../src/ui/text-area'
import { TextField } from '../../src/ui/text-field'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

const ignore = () => undefined

export const fields: Exhibit = {
  name: 'fields',
  files: [
    'checkbox.tsx',
    'code-field.tsx',
    'color-field.tsx',
    'aria-note.tsx',
    'field-note.tsx',
    'file-drop.tsx',
    'password-field.tsx',
    'search-field.tsx',
    'segmented.tsx',
    'switch.tsx',
    'tag-input.tsx',
    'text-area.tsx',
    'text-field.tsx',
  ],
  Show: Fields,
}

function Fields() {
  return (
    <div className="flex flex-col gap-4 pt-4">
      <TextFields />
      <OtherFields />
      <Choices />
    </div>
  )
}

function TextFields() {
  const { label, name, help, error } = useWords()
  const [text, setText] = useState(name)
  const [digits, setDigits] = useState('481')
  return (
    <>
      <TextField label={label} value={text} onChange={setText} help={help} optional />
      <TextField label={label} value="" onChange={ignore} placeholder={name} large />
      <TextField label={label} value="" onChange={ignore} error={error} />
      <TextField label={label} value={name} onChange={ignore} disabled />
      <PasswordField label={label} value="Correct-horse1" onChange={ignore} help={help} />
      <PasswordField label={label} value="" onChange={ignore} error={error} />
      <TextArea label={label} value={text} onChange={setText} help={help} ownWay optional />
      <TextArea label={label} value="" onChange={ignore} error={error} />
      <TextArea label={label} value={name} onChange={ignore} disabled />
      <CodeField label={label} value={digits} onChange={setDigits} help={help} />
      <CodeField label={label} hideLabel value="481920" onChange={ignore} error={error} />
    </>
  )
}

function OtherFields() {
  const { label, name, help, error, choices } = useWords()
  const [phrase, setPhrase] = useState(name)
  const [tags, setTags] = useState<readonly string[]>(choices)
  return (
    <>
      <SearchField label={label} value="" onChange={ignore} slash />
      <SearchField label={label} value={phrase} onChange={setPhrase} />
      <ColorField label={label} value="2a498e" fallback="000000" onChange={ignore} />
      <TagInput label={label} value={tags} onChange={setTags} optional />
      <TagInput label={label} value={[]} onChange={ignore} error={error} />
      <FileDrop choose={label} accept="image/png" onFile={ignore} thumbnail={null} help={help} />
      <FileDrop choose={name} accept="image/png" onFile={ignore} thumbnail={null} help={help} disabled />
    </>
  )
}

function Choices() {
  const { label, sentence, choices } = useWords()
  const [checked, setChecked] = useState(true)
  const [chosen, setChosen] = useState('0')
  const options = choices.map((content, at) => ({ id: String(at), content }))
  return (
    <>
      <Checkbox checked={checked} onChange={setChecked}>
        {sentence}
      </Checkbox>
      <Checkbox label={label} checked={false} onChange={ignore} />
      <Checkbox label={label} checked={false} some onChange={ignore} />
      <Checkbox checked disabled onChange={ignore}>
        {sentence}
      </Checkbox>
      <Switch on={checked} onChange={setChecked}>
        {sentence}
      </Switch>
      <Switch on={false} onChange={ignore}>
        {sentence}
      </Switch>
      <Switch on disabled onChange={ignore}>
        {sentence}
      </Switch>
      <div>
        <Segmented label={label} value={chosen} onChange={setChosen} options={options} />
      </div>
    </>
  )
}

export const select: Exhibit = { name: 'select', files: ['select.tsx'], opens: 'listbox', Show: Selects }

function Selects() {
  const { label, help, error, choices } = useWords()
  const [chosen, setChosen] = useState<string>('0')
  const options = choices.map((text, at) => ({ id: String(at), label: text }))
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Select label={label} options={options} value={chosen} onChange={setChosen} help={help} />
      <Select label={label} options={options} value={null} onChange={ignore} error={error} />
      <Select
        label={label}
        hideLabel
        options={options}
        value={null}
        onChange={ignore}
        placeholder={choices[0] ?? ''}
      />
    </div>
  )
}

export const comboBox: Exhibit = {
  name: 'combo-box',
  files: ['combo-box.tsx'],
  opens: 'listbox',
  // While it is open, React Aria takes the rest of the page from readers without making it inert.
  leftOut: ['aria-hidden-focus', 'page-has-heading-one', 'region'],
  Show: ComboBoxes,
}

function ComboBoxes() {
  const { label, help, error, choices } = useWords()
  const [chosen, setChosen] = useState<string>('0')
  const options = choices.map((text, at) => ({ id: String(at), label: text, note: help }))
  return (
    <div className="flex flex-col gap-4 pt-4">
      <ComboBox label={label} options={options} value={chosen} onChange={setChosen} help={help} />
      <ComboBox label={label} options={options} value={null} onChange={ignore} error={error} />
      <ComboBox label={label} hideLabel options={options} value={null} onChange={ignore} disabled />
    </div>
  )
}

export const date: Exhibit = {
  name: 'date',
  files: ['date-field.tsx', 'calendar-popover.tsx', 'month-step.tsx'],
  opens: 'dialog',
  Show: Dates,
}

function Dates() {
  const { label, help, error } = useWords()
  const [chosen, setChosen] = useState('')
  return (
    <div className="flex flex-col gap-4 pt-4">
      <DateField label={label} value={chosen} onChange={setChosen} help={help} optional />
      <DateField label={label} value="2026-03-01T09:30" onChange={ignore} withTime error={error} />
    </div>
  )
}

export const month: Exhibit = { name: 'month', files: ['month-calendar.tsx'], Show: Months }

function Months() {
  const { label, choice } = useWords()
  const [day, setDay] = useState('2026-03-14')
  const [focused, setFocused] = useState(day)
  return (
    <div className="pt-4">
      <MonthCalendar label={label} day={day} onDay={setDay} focused={focused} onFocused={setFocused}>
        {(shown) => shown === '2026-03-17' && <span className="truncate text-12">{choice}</span>}
      </MonthCalendar>
    </div>
  )
}
