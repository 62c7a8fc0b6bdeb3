import { Badge, VisuallyHidden } from '@mantine/core'

/** A number of things to do, at what leads to them; nothing for 0. */
export const Count = ({ value, of }: { value: number; of: string }) =>
  value > 0 && (
    <Badge size="sm" className="count">
      {value} <VisuallyHidden>{of}</VisuallyHidden>
    </Badge>
  )
