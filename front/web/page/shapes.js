// What charts are made of.

export function shape(name, properties, text = '') {
  const result = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(properties)) result.setAttribute(key, value);
  result.textContent = text;
  return result;
}

// Two to five round numbers between two numbers.
export function ticksBetween(low, top) {
  const size = 10 ** Math.floor(Math.log10((top - low) / 2 || 1));
  const step = [5, 2, 1].map((part) => part * size).find((one) => (top - low) / one >= 2) ?? size;
  return Array.from({ length: 6 }, (none, i) => (Math.ceil(low / step) + i) * step).filter((value) => value <= top);
}

// "12k" for 12,000.
export function shortNumber(value) {
  const { lang } = document.documentElement;
  return value.toLocaleString(lang, { notation: 'compact', maximumFractionDigits: 1 });
}
