import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newRepository } from './new-repository.ts';
import { git } from './sample-project.ts';

/** A small HTTP service in one file, with nothing but Python's own library; `total` forgets the quantities. */
const MAIN = `from http.server import BaseHTTPRequestHandler, HTTPServer
import json

PRODUCTOS = [
    {"nombre": "yerba", "precio": 1200, "cantidad": 3},
    {"nombre": "mate", "precio": 5000, "cantidad": 1},
]


def total(productos):
    return sum(producto["precio"] for producto in productos)


def responder(ruta):
    if ruta == "/productos":
        return 200, PRODUCTOS
    if ruta == "/total":
        return 200, {"total": total(PRODUCTOS)}
    return 404, {"error": "no existe"}


class Servicio(BaseHTTPRequestHandler):
    def do_GET(self):
        estado, cuerpo = responder(self.path)
        self.send_response(estado)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(cuerpo).encode())


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", 8000), Servicio).serve_forever()
`;

const TESTS = `import unittest

from main import responder, total


class PruebasDelServicio(unittest.TestCase):
    def test_lista_los_productos(self):
        estado, cuerpo = responder("/productos")
        self.assertEqual((estado, len(cuerpo)), (200, 2))

    def test_el_total_cuenta_las_cantidades(self):
        self.assertEqual(total([{"precio": 10, "cantidad": 3}]), 30)

    def test_una_ruta_desconocida_no_existe(self):
        self.assertEqual(responder("/nada")[0], 404)


if __name__ == "__main__":
    unittest.main()
`;

/**
 * The service with its history and an origin; one of its three tests fails. Its tests run with `python3 -m unittest`.
 */
export function makePythonProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'main.py'), MAIN);
  writeFileSync(path.join(folder, 'test_main.py'), TESTS);
  writeFileSync(path.join(folder, '.gitignore'), '__pycache__/\n');
  newRepository(folder, { user: true });
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'feat: productos y total');
  git(folder, 'clone', '-q', '--bare', '.', '../origin.git');
  git(folder, 'remote', 'add', 'origin', '../origin.git');
  git(folder, 'fetch', '-q');
}
