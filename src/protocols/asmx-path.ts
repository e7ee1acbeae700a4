import { decodePath } from './form.ts'

/** The historical path. The file's name is case-insensitive, as on Windows. */
export const asmxPath = '/api/api.asmx'

/**
 * The part after `.asmx` in a path, decoded: `''`, `'/Client.Create'` … (reference/asmx.md §1.1).
 * @returns undefined for another path
 */
export function pathInfo(path: string): string | undefined {
  if (path.slice(0, asmxPath.length).toLowerCase() === asmxPath) {
    if (path.length === asmxPath.length) return ''
    return path[asmxPath.length] === '/' ? decodePath(path.slice(asmxPath.length)) : undefined
  }
  // an escape inside the file's name is decoded once
  const decoded = path.includes('%') ? decodePath(path) : path
  if (decoded.slice(0, asmxPath.length).toLowerCase() !== asmxPath) return undefined
  const rest = decoded.slice(asmxPath.length)
  return rest === '' || rest.startsWith('/') ? rest : undefined
}
