/**
 * Text, @, text, a dot, text (UX-15). Letters of other scripts and invisible characters are refused: a
 * look-alike address would be another account. Splitting at the first dot keeps matching linear.
 */
export const emailPattern = /^[!-?A-~]+@[!-\-/-?A-~]+\.[!-?A-~]+$/;
