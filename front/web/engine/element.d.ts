export * from './eleven-2048.js';
