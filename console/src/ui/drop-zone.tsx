import type { ReactNode } from 'react'
import { DropZone as AriaDropZone, Text } from 'react-aria-components/DropZone'
import { cx } from './cx'

interface DropZoneProps {
  /** Its name for a reader, who may also paste files here. */
  readonly label: string
  readonly children: ReactNode
  readonly onFiles: (files: File[]) => void
  readonly disabled?: boolean
  readonly className?: string
}

/** Takes files that are dropped or pasted. What is in it is the place's own look: hatched, blue while files hover. */
export function DropZone({ label, children, onFiles, disabled = false, className }: DropZoneProps) {
  return (
    <AriaDropZone
      isDisabled={disabled}
      onDrop={({ items }) => {
        const found = items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))
        void Promise.all(found).then(onFiles)
      }}
      className={cx(
        'hatched rounded-4 border border-rule-2 outline-none data-disabled:opacity-50',
        'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-focus',
        'data-drop-target:border-act data-drop-target:bg-act-soft data-drop-target:shadow-[0_0_0_1px_var(--act)]',
        className,
      )}
    >
      <Text slot="label" className="sr-only">
        {label}
      </Text>
      {children}
    </AriaDropZone>
  )
}
