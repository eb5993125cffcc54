import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button, type ButtonProps } from './button'

interface FileButtonProps extends Omit<ButtonProps, 'onPress' | 'type' | 'form' | 'slot'> {
  readonly onFiles: (files: File[]) => void
  /** MIME types, or endings with their dot. */
  readonly accept: readonly string[]
  readonly multiple?: boolean
}

/** A button that opens the system's file chooser. */
export function FileButton({ onFiles, accept, multiple = false, ...button }: FileButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={[...accept]}
      allowsMultiple={multiple}
      onSelect={(files) => files && onFiles([...files])}
    >
      <Button {...button} />
    </FileTrigger>
  )
}
