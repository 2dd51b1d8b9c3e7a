"""Runs the notebooks here and stores what they print, without warnings: make notebooks."""

import pathlib

import nbclient
import nbformat

for path in sorted(pathlib.Path(__file__).parent.glob("*.ipynb")):
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.pop("execution", None)
            cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
    nbformat.write(notebook, path)
