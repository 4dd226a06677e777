/**
 * Text, @, text, a dot, text (spec section 5). Letters of other scripts and invisible ones are refused: an address that looks
 * like another one would be another account. The first dot decides, which keeps matching linear.
 */
export const emailPattern = /^[!-?A-~]+@[!-\-/-?A-~]+\.[!-?A-~]+$/;
