import { fillDisk } from '../disk.ts'
import { FAULT_MS, type Fault, HARMLESS } from '../fault.ts'

export const fullDisk: Fault = {
  ...HARMLESS,
  name: 'full disk',
  isPossible: ({ dataDisk }) => dataDisk.isSmall,
  inject: ({ dataDisk }) => fillDisk(dataDisk.folder, FAULT_MS),
}
