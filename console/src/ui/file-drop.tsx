import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button'
import { cx } from './cx'

interface FileDropProps {
  /** The label of the button that opens the file chooser. */
  readonly choose: string
  /** For the chooser: `image/png,image/jpeg`. Dropped files still have to be checked. */
  readonly accept: string
  readonly onFile: (file: File) => void
  /** Left of the button: the current image. */
  readonly thumbnail: ReactNode
  /** Below the button: which files are accepted. */
  readonly help: string
  /** Beside the button. */
  readonly actions?: ReactNode
  readonly disabled?: boolean
}

/** Accepts one file by drop or chooser. While it is mounted, the page's other drop targets ignore files. */
export function FileDrop({
  choose,
  accept,
  onFile,
  thumbnail,
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
      {thumbnail}
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
