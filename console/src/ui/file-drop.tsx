import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button'
import { cx } from './cx'

interface FileDropProps {
  /** The button that opens the system's chooser. */
  readonly choose: string
  /** For the chooser: `image/png,image/jpeg`. What arrives is still to be looked at. */
  readonly accept: string
  readonly onFile: (file: File) => void
  /** Left of the button: a picture of what is there. */
  readonly picture: ReactNode
  /** Below the button: what may be dropped. */
  readonly help: string
  /** Beside the button. */
  readonly actions?: ReactNode
  readonly disabled?: boolean
}

/** One file, by dropping or choosing. While it is on the page, the page's other takers of files leave them to it. */
export function FileDrop({
  choose,
  accept,
  onFile,
  picture,
  help,
  actions,
  disabled = false,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !disabled) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <fieldset
      aria-label={choose}
      data-file-drop
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex min-w-0 items-center gap-4 rounded-3 border border-dashed p-4 transition-colors',
        over && !disabled ? 'border-act bg-act-soft' : 'border-rule-2',
      )}
    >
      {picture}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={disabled} onPress={() => input.current?.click()}>
            {choose}
          </Button>
          {actions}
        </div>
        <p className="mt-2 text-12 text-ink-3">{help}</p>
      </div>
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}
